// As much of ros2_control as the guide's controller uses, with its signatures in Humble and Jazzy.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rclcpp {
class Time {};
class Duration {};
}

namespace rclcpp_lifecycle {
class State {};
}

namespace hardware_interface {
// A number of a joint that the hardware writes or reads.
class LoanedInterface {
public:
  explicit LoanedInterface(double &number) : number_(number) {}
  double get_value() const { return number_; }
  void set_value(double value) { number_ = value; }

private:
  double &number_;
};
}

namespace controller_interface {
enum class interface_configuration_type { ALL, INDIVIDUAL, NONE };
struct InterfaceConfiguration {
  interface_configuration_type type;
  std::vector<std::string> names = {};
};
enum class CallbackReturn { SUCCESS, FAILURE, ERROR };
enum class return_type { OK, ERROR };

class ControllerInterface {
public:
  virtual ~ControllerInterface() = default;
  virtual CallbackReturn on_init() = 0;
  virtual InterfaceConfiguration command_interface_configuration() const = 0;
  virtual InterfaceConfiguration state_interface_configuration() const = 0;
  virtual CallbackReturn on_activate(const rclcpp_lifecycle::State &) { return CallbackReturn::SUCCESS; }
  virtual return_type update(const rclcpp::Time &time, const rclcpp::Duration &period) = 0;
  void assign_interfaces(std::vector<hardware_interface::LoanedInterface> &&commands,
                         std::vector<hardware_interface::LoanedInterface> &&states)
  {
    command_interfaces_ = std::move(commands);
    state_interfaces_ = std::move(states);
  }

protected:
  std::vector<hardware_interface::LoanedInterface> command_interfaces_;
  std::vector<hardware_interface::LoanedInterface> state_interfaces_;
};
}
